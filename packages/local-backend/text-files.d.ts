declare module "*.sql" {
  const text: string;
  export default text;
}

declare module "*.html" {
  const text: string;
  export default text;
}

/** A script that Deno runs. Node imports only its text. */
declare module "*.deno.js" {
  const text: string;
  export default text;
}
