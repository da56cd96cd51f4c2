declare module "*.sql" {
  const text: string;
  export default text;
}

declare module "*.html" {
  const text: string;
  export default text;
}

/** A script for Deno. Node imports its text only. */
declare module "*.deno.js" {
  const text: string;
  export default text;
}
