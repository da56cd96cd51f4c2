export function generateTypes(databaseUrl: string): string;
