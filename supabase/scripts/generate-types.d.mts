/** Generates the TypeScript types of the schema `public` and formats them. */
export function generateTypes(databaseUrl: string): string;
