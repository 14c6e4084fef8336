import { element } from "../../dom/element";
import { type Choice, stateChoices } from "../../geometry/choice";
import { periods } from "../../geometry/grid";
import { choiceWords, periodWords } from "../../words/hub-words";

/** How long somebody types before the rows follow. */
const typingMilliseconds = 150;

interface ToolsContent {
  choice: Choice;
  owners: readonly string[];
  /** Without a journal, nobody knows more than a day. */
  isListed: boolean;
  change(changes: Partial<Choice>): void;
  again: HTMLElement;
  /** Undefined where the page around this one has no full screen. */
  setFullScreen: ((isFull: boolean) => void) | undefined;
}

export function tools({ choice, owners, isListed, change, again, setFullScreen }: ToolsContent): HTMLElement {
  const owner = ownerSelect(choice, owners, change);
  return element(
    "div",
    { class: "tools hub-tools", role: "search" },
    periodButtons(choice, isListed, change),
    searchField(choice, change),
    ...(owners.length > 0 || choice.owner !== "" ? [owner] : []),
    stateSelect(choice, change),
    again,
    wallButton(choice, change, setFullScreen),
  );
}

/** Shows that it works while it does. It is not disabled, which would take the focus from it. */
export function refreshButton(refresh: () => void): { element: HTMLElement; setBusy(isBusy: boolean): void } {
  const button = element("button", { type: "button" }, "Refresh");
  button.addEventListener("click", refresh);
  return {
    element: button,
    setBusy(isBusy) {
      button.textContent = isBusy ? "Reading…" : "Refresh";
      button.setAttribute("aria-disabled", String(isBusy));
    },
  };
}

type Change = ToolsContent["change"];

function wallButton(
  { wall }: Choice,
  change: Change,
  setFullScreen: ToolsContent["setFullScreen"],
): HTMLElement {
  const button = element(
    "button",
    { type: "button", id: "wall" },
    wall ? "Leave the wall view" : "Wall view",
  );
  button.addEventListener("click", () => {
    setFullScreen?.(!wall);
    change({ wall: !wall });
  });
  return button;
}

function periodButtons(choice: Choice, isListed: boolean, change: Change): HTMLElement {
  const shown = isListed ? periods.slice(0, 1) : periods;
  const buttons = shown.map((period) => {
    const isChosen = isListed || period === choice.period;
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
  return element("div", { role: "group", "aria-label": "Period", class: "periods" }, ...buttons);
}

function searchField(choice: Choice, change: Change): HTMLElement {
  const search = element("input", { type: "search", id: "search", value: choice.search });
  let typing: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: search.value }), typingMilliseconds);
  });
  return element("label", { for: "search" }, "Search", search);
}

function stateSelect(choice: Choice, change: Change): HTMLElement {
  const state = select("state", "State", choice.state, [
    ["", "all"],
    ...stateChoices.map((one) => [one, choiceWords[one]] as const),
  ]);
  state.select.addEventListener("change", () =>
    change({ state: stateChoices.find((one) => one === state.select.value) ?? "" }),
  );
  return state.label;
}

function ownerSelect(choice: Choice, owners: readonly string[], change: Change): HTMLElement {
  const owner = select("owner", "Owner", choice.owner, [
    ["", "all"],
    ...owners.map((one) => [one, one] as const),
  ]);
  owner.select.addEventListener("change", () => change({ owner: owner.select.value }));
  return owner.label;
}

function select(id: string, name: string, chosen: string, options: readonly (readonly [string, string])[]) {
  const known = options.some(([value]) => value === chosen)
    ? options
    : [...options, [chosen, chosen] as const];
  const made = element("select", { id }, ...known.map(([value, text]) => element("option", { value }, text)));
  made.value = chosen;
  return { select: made, label: element("label", { for: id }, name, made) };
}
