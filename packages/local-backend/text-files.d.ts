declare module "*.sql" {
  const text: string;
  export default text;
}

declare module "*.html" {
  const text: string;
  export default text;
}

/** Scripts for Deno. Node imports only their text. */
declare module "*.deno.js" {
  const text: string;
  export default text;
}
