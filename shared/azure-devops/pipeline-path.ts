/** Without the folders of a path such as `\Billing\deploy`. The service allows no backslash in a name. */
export function withoutFolder(pipeline: string): string {
  return pipeline.startsWith("\\") ? pipeline.slice(pipeline.lastIndexOf("\\") + 1) : pipeline;
}

/** Whether two names or paths may be of one pipeline. */
export function isNamed(pipeline: string, name: string): boolean {
  return withoutFolder(pipeline).normalize() === withoutFolder(name).normalize();
}

/** As the configuration looks a pipeline up: by its path, if that is known. */
export function pathOf({ name, folder }: { name: string; folder?: string | undefined }): string {
  return folder === undefined ? name : `${folder.replace(/\\+$/, "")}\\${name}`;
}

export function pathOfRun({
  pipeline: name,
  folder,
}: {
  pipeline: string;
  folder?: string | undefined;
}): string {
  return pathOf({ name, folder });
}
