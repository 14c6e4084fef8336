/** Without the folders of a path such as `\Billing\deploy`. The service allows no backslash in a name. */
export function withoutFolder(pipeline: string): string {
  return pipeline.startsWith("\\") ? pipeline.slice(pipeline.lastIndexOf("\\") + 1) : pipeline;
}

/** Whether two names or paths may be of one pipeline. */
export function isNamed(pipeline: string, name: string): boolean {
  return withoutFolder(pipeline).normalize() === withoutFolder(name).normalize();
}
