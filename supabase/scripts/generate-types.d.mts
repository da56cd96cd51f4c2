/** The generated types of schema public, formatted. */
export function generateTypes(databaseUrl: string): string;
