import { expect, test } from "vitest";
import { bareAddress, createMessage, findLinks } from "./message.ts";

function read(parts: { html?: string; text?: string }) {
  const email = { from: "a@example.test", to: ["b@example.test"], subject: "s", ...parts };
  return createMessage(email, { id: "1", receivedAtMs: 0 });
}

test("finds codes in the visible text, but not in links, styles or attributes", () => {
  const { codes, links } = read({
    html: `<style>p{width:123456px;color:#654321}</style>
      <p data-id="111111">Your code is <b>12345678</b>.</p>
      <a href='https://x.test/r/999999?token=888888&amp;a=1'>open</a>
      <a href="mailto:a@example.test">mail</a> <a href="javascript:alert(1)">no</a>`,
  });
  expect(codes).toEqual(["12345678"]);
  expect(links).toEqual(["https://x.test/r/999999?token=888888&a=1"]);
});

test("finds codes and links in a plain-text email, but no code inside a link", () => {
  const { codes, links } = read({
    text: "Code: 123456\nOr https://x.test/verify?token=ab123456&type=email (10 minutes)\n12345",
  });
  expect(codes).toEqual(["123456"]);
  expect(links).toEqual(["https://x.test/verify?token=ab123456&type=email"]);
});

test("labels a link with the text of its first occurrence in the email", () => {
  const html = `<a href="https://x.test/a"><b>Open</b>
      the&nbsp;request</a> <a class="b" href="https://x.test/a">again</a> <a href="https://x.test/b">`;
  expect(findLinks({ html, text: null })).toEqual([
    { href: "https://x.test/a", label: "Open the request" },
    { href: "https://x.test/b", label: "" },
  ]);
  expect(findLinks({ html: null, text: "see https://x.test/c" })).toEqual([
    { href: "https://x.test/c", label: "" },
  ]);
});

test("the mailbox lists a repeated code once", () => {
  const { codes } = read({ text: "123456 and 123456 and 654321" });
  expect(codes).toEqual(["123456", "654321"]);
});

test.each([
  ["Ada <Ada@Example.test>", "ada@example.test"],
  [" ada@example.test ", "ada@example.test"],
])("parses the email address of %j as %s", (written, bare) => {
  expect(bareAddress(written)).toBe(bare);
});
