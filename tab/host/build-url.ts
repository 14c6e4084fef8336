/** A run, as its URLs name it. */
export interface BuildPlace {
  /** The URL of its project, without a slash at the end. Azure DevOps Server has further folders in it. */
  project: string;
  buildId: string;
}

/** Finds a run in its API URL by pattern, because hosts and folders differ from server to server. */
export function findBuild(url: string): BuildPlace | undefined {
  const [, project, buildId] = /^(https?:\/\/.+?)\/_apis\/build\/builds\/(\d+)/i.exec(url) ?? [];
  return project === undefined || buildId === undefined ? undefined : { project, buildId };
}

/** Finds the part of an attachment's link that names it: `TIMELINE/RECORD/attachments/TYPE/NAME`. */
export function findAttachment(href: string): string | undefined {
  const pattern = /\/([\da-f-]{36}\/[\da-f-]{36}\/attachments\/[^/?#]+\/[^/?#]+)(?:[?#]|$)/i;
  return pattern.exec(href)?.[1];
}

export function resourceUrl({ project, buildId }: BuildPlace, resource: string): string {
  return `${project}/_apis/build/builds/${buildId}/${resource}?api-version=5.0-preview.2`;
}
