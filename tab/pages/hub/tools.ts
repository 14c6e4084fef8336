import { element } from "../../dom/element";
import { type Choice, stateChoices } from "../../geometry/choice";
import { periods } from "../../geometry/night";
import { choiceWords, periodWords } from "../../words/hub-words";

/** How long somebody types before the rows follow. */
const typingMilliseconds = 150;

export function tools({
  choice,
  owners,
  onlyDay,
  change,
  refresh,
}: {
  choice: Choice;
  owners: readonly string[];
  /** Without a journal, nobody knows more than a day. */
  onlyDay: boolean;
  change(changes: Partial<Choice>): void;
  refresh(): void;
}): HTMLElement {
  const shown = onlyDay ? periods.slice(0, 1) : periods;
  const buttons = shown.map((period) => {
    const isChosen = onlyDay || period === choice.period;
    const button = element(
      "button",
      { type: "button", "aria-pressed": String(isChosen) },
      periodWords[period],
    );
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      change({ period });
    });
    return button;
  });
  const search = element("input", { type: "search", id: "search", value: choice.search });
  let typing: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: search.value }), typingMilliseconds);
  });
  const state = select("state", "State", choice.state, [
    ["", "all"],
    ...stateChoices.map((one) => [one, choiceWords[one]] as const),
  ]);
  state.select.addEventListener("change", () =>
    change({ state: stateChoices.find((one) => one === state.select.value) ?? "" }),
  );
  const owner = select("owner", "Owner", choice.owner, [
    ["", "all"],
    ...owners.map((one) => [one, one] as const),
  ]);
  owner.select.addEventListener("change", () => change({ owner: owner.select.value }));
  const again = element("button", { type: "button" }, "Refresh");
  again.addEventListener("click", refresh);
  return element(
    "div",
    { class: "tools hub-tools", role: "search" },
    element("div", { role: "group", "aria-label": "Period", class: "periods" }, ...buttons),
    element("label", { for: "search" }, "Search", search),
    ...(owners.length > 0 || choice.owner !== "" ? [owner.label] : []),
    state.label,
    again,
  );
}

function select(id: string, name: string, chosen: string, options: readonly (readonly [string, string])[]) {
  const known = options.some(([value]) => value === chosen)
    ? options
    : [...options, [chosen, chosen] as const];
  const made = element("select", { id }, ...known.map(([value, text]) => element("option", { value }, text)));
  made.value = chosen;
  return { select: made, label: element("label", { for: id }, name, made) };
}
