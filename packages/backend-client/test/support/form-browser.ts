import { createMemoryJar } from "../../src/testing/index.js";

export interface Shown {
  status: number;
  path: string;
  html: string;
  text: string;
}

export interface FormBrowser {
  open(path: string): Promise<Shown>;
  press(button: string, fields?: Record<string, string>): Promise<Shown>;
}

const decode = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
  return value === undefined ? undefined : decode(value);
}

function textOf(html: string): string {
  const visible = html.replace(/<(script|style)\b.*?<\/\1>/gs, "").replace(/<!--.*?-->/gs, "");
  return decode(visible.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
}

export function openFormBrowser(origin: string, sender = origin): FormBrowser {
  const jar = createMemoryJar();
  let shown: Shown = { status: 0, path: "/", html: "", text: "" };

  async function send(path: string, init: RequestInit = {}): Promise<Shown> {
    let target = new URL(path, origin);
    let next = init;
    for (let count = 0; count < 10; count++) {
      const own = { accept: "text/html", cookie: jar.header() };
      const headers = { ...own, ...(next.headers as Record<string, string>) };
      const response = jar.take(await fetch(target, { ...next, headers, redirect: "manual" }));
      const location = response.headers.get("location");
      if (location === null) {
        const html = await response.text();
        const place = target.pathname + target.search;
        shown = { status: response.status, path: place, html, text: textOf(html) };
        return shown;
      }
      target = new URL(location, target);
      next = {};
    }
    throw new Error(`${path} redirects without an end.`);
  }

  return {
    open: (path) => send(path),
    async press(name, fields = {}) {
      const forms = [...shown.html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([form]) => form);
      for (const form of forms) {
        const buttons = form.matchAll(/(<button\b[^>]*>)(.*?)<\/button>/gs);
        const pressed = [...buttons].find(([, , label = ""]) => textOf(label).trim() === name);
        if (!pressed) continue;
        const [opening = ""] = /<form\b[^>]*>/.exec(form) ?? [];
        const values = new Map<string, string>();
        for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
          values.set(attribute(input, "name") ?? "", attribute(input, "value") ?? "");
        }
        for (const [key, value] of Object.entries(fields)) values.set(key, value);
        const [, button = ""] = pressed;
        const key = attribute(button, "name");
        if (key !== undefined) values.set(key, attribute(button, "value") ?? "");
        const isMultipart = /multipart/i.test(attribute(opening, "enctype") ?? "");
        const body = isMultipart ? new FormData() : new URLSearchParams();
        for (const [field, value] of values) body.append(field, value);
        const action = attribute(button, "formaction") ?? attribute(opening, "action") ?? "";
        const target = new URL(action, new URL(shown.path, origin));
        const site = sender === origin ? "same-origin" : "cross-site";
        const headers = { origin: sender, "sec-fetch-site": site };
        return send(target.pathname + target.search, { method: "POST", body, headers });
      }
      throw new Error(
        `The page at ${shown.path} has no button ${name}: ${shown.text.slice(0, 300)}`,
      );
    },
  };
}
