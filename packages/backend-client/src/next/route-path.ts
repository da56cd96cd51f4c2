type Value = string | string[] | undefined;

/** The names and types of a route's parameters, derived from the literal type of the route. */
export type RouteParams<Route extends string> = Route extends `${infer Head}/${infer Rest}`
  ? RouteParams<Head> & RouteParams<Rest>
  : Route extends `[[...${infer Name}]]`
    ? { [Key in Name]?: string[] }
    : Route extends `[...${infer Name}]`
      ? { [Key in Name]: string[] }
      : Route extends `[${infer Name}]`
        ? { [Key in Name]: string }
        : unknown;

function segment(part: string, params: Record<string, Value>): string[] {
  const name = /^\[{1,2}(?:\.{3})?([^\]]+)\]{1,2}$/.exec(part)?.[1];
  if (name === undefined) return [part];
  const value = params[name] ?? [];
  return Array.isArray(value) ? value : [value];
}

export function routePath(
  route: string,
  params: Record<string, Value>,
  query: Record<string, Value>,
): string {
  const path = route
    .split("/")
    .filter((part) => !/^\(.*\)$/.test(part))
    .flatMap((part) => segment(part, params))
    .join("/");
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) search.append(name, each);
  }
  return search.size === 0 ? path || "/" : `${path || "/"}?${search}`;
}
