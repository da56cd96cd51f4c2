import { createHash } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import type { ServiceEnv } from "../gateway/service.ts";
import { findLinks, type Message } from "./message.ts";
import template from "./page.html";
import type { MessageStore } from "./store.ts";

type Html = ReturnType<typeof html>;

const PAGE_POLICY = [
  "default-src 'none'",
  `script-src '${hashOf("script")}'`,
  `style-src '${hashOf("style")}'`,
  "connect-src 'self'",
  "frame-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Emails are untrusted: they get a separate origin, no scripts and no requests. */
const MESSAGE_POLICY = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "frame-ancestors 'self'",
].join("; ");

export function createPageRoutes(store: MessageStore): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get("/", async (c) => {
      const to = c.req.query("to")?.trim() ?? "";
      const messages = store.list(to === "" ? {} : { to });
      c.header("content-security-policy", PAGE_POLICY);
      return c.html(await renderPage(messages, to));
    })
    .get("/messages/:id/html", (c) => {
      const message = store.get(c.req.param("id"));
      if (message === undefined) return c.text("Email not found", 404);
      c.header("content-security-policy", MESSAGE_POLICY);
      return c.html(`<base target="_blank">${message.html ?? asHtml(message.text ?? "")}`);
    });
}

async function renderPage(messages: Message[], to: string): Promise<string> {
  const list = await html`<form method="get" role="search">
      <label for="to">Show emails to</label>
      <div class="row">
        <input id="to" name="to" type="text" inputmode="email" value="${to}"
          placeholder="All addresses" autocomplete="off" spellcheck="false">
        <button type="submit">Filter</button>
        ${to === "" ? "" : html`<a class="button" href="/mailbox">Show all</a>`}
      </div>
    </form>
    <p class="note count" role="status">${describeCount(messages.length, to)}</p>
    ${messages.map(renderMessage)}`;
  return template.replace("<!-- list -->", () => String(list));
}

function renderMessage(message: Message): Html {
  const { id, subject, codes, attachments } = message;
  const [code] = codes;
  return html`<article aria-labelledby="s-${id}" data-id="${id}">
    <header>
      <h2 id="s-${id}">${subject === "" ? "(no subject)" : subject}</h2>
      <time class="note" datetime="${message.received_at}">${message.received_at}</time>
    </header>
    <dl>
      ${renderAddresses("To", message.to)} ${renderAddresses("From", [message.from])}
      ${renderAddresses("Cc", message.cc)} ${renderAddresses("Bcc", message.bcc)}
      ${renderAddresses("Reply to", message.reply_to)}
    </dl>
    ${
      code === undefined
        ? ""
        : html`<div class="row">
        <span class="code" role="group" aria-label="Code">${code}</span>
        <button type="button" class="strong" data-copy="${code}">Copy code</button>
      </div>`
    }
    ${renderLinks(message)}
    ${
      attachments.length === 0
        ? ""
        : html`<ul class="files" aria-label="Attachments">${attachments.map(
            ({ filename, bytes }) => html`<li>${filename} <span>${describeSize(bytes)}</span></li>`,
          )}</ul>`
    }
    <details>
      <summary>Show email</summary>
      <iframe title="${`Email: ${subject}`}" loading="lazy"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/mailbox/messages/${id}/html"></iframe>
    </details>
  </article>`;
}

function renderAddresses(label: string, addresses: string[]): Html | string {
  if (addresses.length === 0) return "";
  return html`<div><dt>${label}</dt><dd>${addresses.join(", ")}</dd></div>`;
}

function renderLinks(message: Message): Html | string {
  const links = findLinks(message);
  if (links.length === 0) return "";
  return html`<ul class="links">${links.map(
    ({ href, label }) => html`<li><a href="${href}" target="_blank" rel="noreferrer"
      ><strong>${label === "" ? "Open link" : label}</strong> <span>${href}</span></a></li>`,
  )}</ul>`;
}

function describeCount(count: number, to: string): string {
  const whom = to === "" ? "" : ` to ${to}`;
  if (count === 0) return `No emails${whom} yet. New emails appear here automatically.`;
  return `${count} ${count === 1 ? "email" : "emails"}${whom}, newest first`;
}

function describeSize(bytes: number): string {
  if (bytes === 0) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

function asHtml(text: string): string {
  return String(html`<meta charset="utf-8"><pre style="white-space:pre-wrap">${text}</pre>`);
}

function hashOf(tag: "script" | "style"): string {
  const content = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(template)?.[1] ?? "";
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}
