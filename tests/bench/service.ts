import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type {
  BuildFigures,
  BuildScenario,
  DomainFigures,
  FarFigures,
  FarScenario,
  RaceScenario,
} from "./scenario";

/** The services of a scenario, in a process of their own. */
export interface Service<Figures> {
  address: string;
  webhook: string;
  /** The certificate of a service over TLS. Empty for one without. */
  certificate: string;
  /** What was asked since the last question. */
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

/** Runs a registrar that is far away for as long as `act` takes. */
export function withFarRegistrar<T>(
  scenario: FarScenario,
  act: (service: Service<FarFigures>) => Promise<T>,
): Promise<T> {
  return withService(scenario, act);
}

async function withService<Figures, T>(
  scenario: BuildScenario | RaceScenario | FarScenario,
  act: (service: Service<Figures>) => Promise<T>,
): Promise<T> {
  const child = fork(join(__dirname, "service-process.js"), [JSON.stringify(scenario)]);
  try {
    const ready: { address: string; webhook: string; certificate: string } = (
      await once(child, "message")
    )[0];
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
