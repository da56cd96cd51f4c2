import { REFRESH_HOLD_SECONDS } from "../../config/constants.js";
import type { BackendError } from "../../errors/backend-error.js";
import { chooseLanguage } from "../pages/language.js";
import type { ConfirmView, PageAnswer, PageName, PageView } from "../pages/page-options.js";
import { ADDRESS_SCRIPT, ADDRESS_SCRIPT_HASH } from "../pages/script.js";
import { ENGLISH, escapeHtml, fillText, type PageTextKey, waitText } from "../pages/texts.js";
import type { HandlerContext } from "./context.js";
import { HANDLER_HEADERS, retryAfter } from "./respond.js";

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;overflow-wrap:anywhere}button,a{font:inherit}button{padding:.6rem 1.2rem;cursor:pointer}";

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function builtIn({ lang, texts }: PageView, content = ""): string {
  return `<!doctype html><html lang="${escapeHtml(lang)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${texts.title}</title><style>${STYLE}</style><main><h1>${texts.title}</h1><p>${texts.body}</p>${content}</main></html>`;
}

interface Given {
  status: number;
  headers?: Record<string, string>;
  policy?: string;
}

async function respondHtml(
  { scope }: Pick<HandlerContext, "scope">,
  answer: PageAnswer,
  { status, headers: given = {}, policy = POLICY }: Given,
): Promise<Response> {
  const page = await answer;
  const isText = typeof page === "string";
  const headers = new Headers(
    isText ? { "content-type": "text/html; charset=utf-8" } : page.headers,
  );
  for (const [name, value] of Object.entries({ ...HANDLER_HEADERS, ...given })) {
    headers.set(name, value);
  }
  if (!headers.has("content-security-policy")) headers.set("content-security-policy", policy);
  return scope.apply(new Response(isText ? page : page.body, { status, headers }));
}

type Write = (key: PageTextKey, marks?: Record<string, string>) => string;

function openTexts(
  { request, settings }: HandlerContext,
  values: Record<string, string | number> = {},
): { lang: string; write: Write } {
  const { lang, texts } = chooseLanguage(request, settings.pages);
  const own = settings.pages.texts[lang];
  const { seconds } = values;
  const write: Write = (key, marks) => {
    const textLang = own?.[key] === undefined ? "en" : lang;
    const wait = typeof seconds === "number" ? { wait: waitText(seconds, textLang) } : {};
    return fillText(texts[key] ?? ENGLISH[key], { ...values, ...wait }, marks);
  };
  return { lang, write };
}

type PlainPage = Exclude<PageName, "confirm">;

function respondPlain(
  context: HandlerContext,
  name: PlainPage,
  given: Given & { values?: Record<string, string | number>; body?: PageTextKey },
): Promise<Response> {
  const { lang, write } = openTexts(context, given.values);
  const view = {
    lang,
    texts: { title: write(`${name}.title`), body: write(given.body ?? `${name}.body`) },
  };
  const render = context.settings.pages.renderers[name] ?? builtIn;
  return respondHtml(context, render(view), given);
}

export function respondIncomplete(context: HandlerContext): Promise<Response> {
  return respondPlain(context, "linkIncomplete", { status: 400 });
}

export function respondMismatch(context: HandlerContext): Promise<Response> {
  return respondPlain(context, "linkMismatch", { status: 403 });
}

export function respondTooMany(context: HandlerContext, refusal: BackendError): Promise<Response> {
  const { retryAfterSeconds: seconds } = refusal;
  return respondPlain(context, "tooManyAttempts", {
    status: 429,
    headers: retryAfter(refusal),
    ...(seconds === undefined
      ? { body: "tooManyAttempts.body.later" as const }
      : { values: { seconds } }),
  });
}

export function respondUnavailable(
  context: HandlerContext,
  error: BackendError,
): Promise<Response> {
  const { retryAfterSeconds: seconds = REFRESH_HOLD_SECONDS } = error;
  return respondPlain(context, "unavailable", {
    status: 503,
    headers: { "retry-after": String(seconds) },
    values: { seconds },
  });
}

export function respondConfirm(
  context: HandlerContext,
  fields: { token_hash: string; type: EmailLinkType; next: string },
  current: string | undefined,
): Promise<Response> {
  const { settings } = context;
  const { lang, write } = openTexts(context, current === undefined ? {} : { current });
  const action = escapeHtml(`${settings.appPath}${settings.basePath}/confirm`);
  const inputs = Object.entries({ ...fields, email: "" })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  const note = write("confirm.body.named", { email: "<b></b>" });
  const view: ConfirmView = {
    lang,
    texts: {
      title: write(`confirm.${fields.type}.title`),
      body: write(current === undefined ? "confirm.body" : "confirm.body.other"),
      button: write("confirm.button"),
    },
    form: (label) =>
      `<form method="post" action="${action}">${inputs}<p hidden>${note}</p><button>${label}</button><script>${ADDRESS_SCRIPT}</script></form>`,
    scriptHash: ADDRESS_SCRIPT_HASH,
  };
  const { confirm } = settings.pages.renderers;
  const answer = confirm ? confirm(view) : builtIn(view, view.form(view.texts.button));
  const policy = `${POLICY}; script-src ${ADDRESS_SCRIPT_HASH}`;
  return respondHtml(context, answer, { status: 200, policy });
}

export const EMAIL_LINK_TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change",
  "email",
] as const;

export type EmailLinkType = (typeof EMAIL_LINK_TYPES)[number];
