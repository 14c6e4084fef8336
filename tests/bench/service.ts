import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { BuildFigures, BuildScenario, DomainFigures, RaceScenario } from "./scenario";

/** Where the services of a scenario are. */
interface Addresses {
  address: string;
  webhook: string;
  /** The webhooks of two other chats, and a paging service; none for a race. */
  routes: readonly string[];
  paging: string;
}

/** The services of a scenario, in a process of their own. */
export interface Service<Figures> extends Addresses {
  /** Counts since the last call. */
  figures(): Promise<Figures>;
}

/** Runs the services of a build scenario for as long as `act` takes. */
export function withBuildService<T>(
  scenario: BuildScenario,
  act: (service: Service<BuildFigures>) => Promise<T>,
): Promise<T> {
  return withService(scenario, act);
}

/** Runs the registrar of a race for as long as `act` takes; its figures are by the names of the domains. */
export function withRegistrar<T>(
  scenario: RaceScenario,
  act: (service: Service<Record<string, DomainFigures>>) => Promise<T>,
): Promise<T> {
  return withService(scenario, act);
}

async function withService<Figures, T>(
  scenario: BuildScenario | RaceScenario,
  act: (service: Service<Figures>) => Promise<T>,
): Promise<T> {
  // Advanced, because JSON has no NaN.
  const child = fork(join(__dirname, "service-process.js"), [JSON.stringify(scenario)], {
    serialization: "advanced",
  });
  try {
    const ready: Addresses = (await once(child, "message"))[0];
    return await act({
      ...ready,
      async figures() {
        child.send("figures");
        const figures: Figures = (await once(child, "message"))[0];
        return figures;
      },
    });
  } finally {
    child.disconnect();
    await once(child, "exit");
  }
}
