import { ENGLISH, type PageTexts } from "./texts.js";

/** The values for rendering a page of the handlers. All values are HTML, already escaped. */
export interface PageView {
  /** Language of the texts, for `<html lang>`. */
  lang: string;
  /** Texts in this language. */
  texts: {
    /** Title and heading. */
    title: string;
    /** One or two sentences. */
    body: string;
  };
}

/** The values for rendering the page of an email link. All values are HTML, already escaped. */
export interface ConfirmView extends PageView {
  /** Texts in the language `lang`. */
  texts: PageView["texts"] & {
    /** Label of the button. */
    button: string;
  };
  /**
   * Returns the complete form, with its hidden fields and its script.
   * @param label HTML inside the button, such as `texts.button`
   */
  form(label: string): string;
  /**
   * Hash of the form's script (`'sha256-…'`), which `script-src` of your own
   * Content-Security-Policy must contain. Without the script, the page does not show the email
   * address from the link's fragment.
   */
  scriptHash: string;
}

/**
 * The result of a render function: HTML, or a `Response` with HTML. The handler always sets the
 * status, `Retry-After` and the cache headers. It adds a strict Content-Security-Policy unless the
 * `Response` already has one.
 */
export type PageAnswer = string | Response | Promise<string | Response>;

/** Render functions for the pages of the handlers. Default: the built-in page. */
export interface PageRenderers {
  /** Renders the page of an email link, with a button. */
  confirm?: (view: ConfirmView) => PageAnswer;
  /** Renders the page for a link without a token or with an unknown type. Status 400. */
  linkIncomplete?: (view: PageView) => PageAnswer;
  /** Renders the page for a link whose fragment has another user's email address. Status 403. */
  linkMismatch?: (view: PageView) => PageAnswer;
  /** Renders the page for a request that a rate limit refused. Status 429. */
  tooManyAttempts?: (view: PageView) => PageAnswer;
  /** Renders the page for a refresh that failed twice within 10 s. Status 503. */
  unavailable?: (view: PageView) => PageAnswer;
}

/** Options for the pages of the handlers. */
export interface PageOptions {
  /**
   * Functions that render the pages in the app's layout. Default: plain pages.
   * @example
   * createSessionServer(backend, {
   *   pages: {
   *     confirm: ({ lang, texts, form }) =>
   *       `<!doctype html><html lang="${lang}"><title>${texts.title}</title>
   *        <main><h1>${texts.title}</h1><p>${texts.body}</p>${form(texts.button)}</main></html>`,
   *   },
   * });
   */
  pages?: PageRenderers | undefined;
  /**
   * Texts of the pages, by language tag such as `de` or `pt-BR`. Default: English only.
   * @example
   * createSessionServer(backend, { texts: { de: { "confirm.button": "Weiter" } } });
   */
  texts?: Readonly<Record<string, PageTexts>> | undefined;
  /**
   * A function that returns the language tag for a request; null means English. Default: the best
   * match of `Accept-Language` in `texts`.
   */
  language?: ((request: Request) => string | null | undefined) | undefined;
}

export interface PageSettings {
  renderers: PageRenderers;
  texts: Readonly<Record<string, PageTexts>>;
  language: PageOptions["language"];
}

export type PageName = keyof PageRenderers;

const NAMES: readonly string[] = [
  "confirm",
  "linkIncomplete",
  "linkMismatch",
  "tooManyAttempts",
  "unavailable",
] satisfies PageName[];

export function parsePages(
  { pages = {}, texts = {}, language }: PageOptions,
  refuse: (sentence: string) => never,
): PageSettings {
  for (const [name, render] of Object.entries(pages)) {
    if (!NAMES.includes(name)) refuse(`pages.${name} is not a page of the SDK.`);
    if (render !== undefined && typeof render !== "function") {
      refuse(`pages.${name} must be a function.`);
    }
  }
  for (const [tag, table] of Object.entries(texts)) {
    if (!/^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(tag)) {
      refuse(`texts: "${tag}" is not a language tag. Use a tag such as de or pt-BR.`);
    }
    for (const [key, text] of Object.entries(table)) {
      if (!Object.hasOwn(ENGLISH, key)) refuse(`texts of ${tag}: ${key} is not a text of the SDK.`);
      if (typeof text !== "string") refuse(`texts of ${tag}: ${key} must be a string.`);
    }
  }
  if (language !== undefined && typeof language !== "function") {
    refuse("language must be a function.");
  }
  return { renderers: pages, texts, language };
}
