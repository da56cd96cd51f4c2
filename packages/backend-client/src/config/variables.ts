/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;
