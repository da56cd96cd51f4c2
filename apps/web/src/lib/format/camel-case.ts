type CamelName<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelName<Rest>>}`
  : Name;

export type CamelCase<Data> = {
  [Name in keyof Data as CamelName<Name>]: Data[Name];
};

export function camelName(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/**
 * Renames properties such as `org_id` to `orgId`, but not in nested objects. For data from forms
 * and from the database.
 */
export function toCamelCase<Data extends object>(data: Data): CamelCase<Data> {
  const entries = Object.entries(data).map(([name, value]) => [camelName(name), value]);
  return Object.fromEntries(entries) as CamelCase<Data>;
}
