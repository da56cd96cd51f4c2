/** SQL of the table, with everything that protects it. */
export function tableSql(name: string): string;
