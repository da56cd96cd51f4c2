export function tableSql(name: string): string;
