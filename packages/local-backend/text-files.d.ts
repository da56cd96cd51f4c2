declare module "*.sql" {
  const text: string;
  export default text;
}

declare module "*.html" {
  const text: string;
  export default text;
}

/** A script for Deno, run there and not imported here. */
declare module "*.deno.js" {
  const text: string;
  export default text;
}
