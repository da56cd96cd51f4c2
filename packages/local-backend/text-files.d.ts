declare module "*.sql" {
  const text: string;
  export default text;
}

declare module "*.html" {
  const text: string;
  export default text;
}

/** Deno runs the script. Node imports only its text. */
declare module "*.deno.js" {
  const text: string;
  export default text;
}
