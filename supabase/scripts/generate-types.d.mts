/** Generates the formatted types of the schema public. */
export function generateTypes(databaseUrl: string): string;
