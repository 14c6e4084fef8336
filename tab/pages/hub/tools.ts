import { button, element } from "../../dom/element";
import { type ChangeChoice, type Choice, stateChoices } from "../../geometry/choice";
import { periods } from "../../geometry/grid";
import { choiceWords, periodWords } from "../../words/hub-words";

/** How long somebody types before the rows follow. */
const typingMilliseconds = 150;

/** Without a journal, as `isListed`, nobody knows more than a day. */
export function tools(
  choice: Choice,
  owners: readonly string[],
  isListed: boolean,
  change: ChangeChoice,
): HTMLElement[] {
  const owner = selectOf("owner", "Owner", choice.owner, owners, (value) => change({ owner: value }));
  return [
    periodButtons(choice, isListed, change),
    searchField(choice, change),
    ...(owners.length > 0 || choice.owner !== "" ? [owner] : []),
    selectOf("state", "State", choice.state, stateChoices, (value) =>
      change({ state: stateChoices.find((state) => state === value) ?? "" }),
    ),
  ];
}

function periodButtons(choice: Choice, isListed: boolean, change: ChangeChoice): HTMLElement {
  const buttons = (isListed ? periods.slice(0, 1) : periods).map((period) => {
    const press = () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === made));
      change({ period });
    };
    const isChosen = isListed || period === choice.period;
    const made = button(periodWords[period], press, { "aria-pressed": String(isChosen) });
    return made;
  });
  return element("div", { role: "group", "aria-label": "Period", class: "periods" }, buttons);
}

function searchField(choice: Choice, change: ChangeChoice): HTMLElement {
  let typing: ReturnType<typeof setTimeout> | undefined;
  const oninput = () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: search.value }), typingMilliseconds);
  };
  const search = element("input", { type: "search", id: "search", value: choice.search, oninput });
  return element("label", { for: "search" }, "Search", search);
}

/** `options` have words if they are states. */
function selectOf(
  id: string,
  name: string,
  chosen: string,
  options: readonly string[],
  change: (value: string) => void,
): HTMLElement {
  const words: Readonly<Record<string, string>> = id === "state" ? choiceWords : {};
  const values = new Set(["", ...options, chosen]);
  const select: HTMLSelectElement = element(
    "select",
    { id, onchange: () => change(select.value) },
    [...values].map((value) => element("option", { value }, value === "" ? "all" : (words[value] ?? value))),
  );
  select.value = chosen;
  return element("label", { for: id }, name, select);
}
