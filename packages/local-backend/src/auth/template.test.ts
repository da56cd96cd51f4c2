import { expect, test } from "vitest";
import { escapeHtml, parseTemplate } from "./template.ts";

const VALUES = {
  ConfirmationURL: "http://a/?x=1&y=2",
  Token: "12345678",
  TokenHash: "ab",
  SiteURL: "http://a",
  RedirectTo: "http://a/b",
  Email: "a@example.test",
  NewEmail: "",
  OldEmail: "",
  FactorType: "",
  Data: { name: `"<Ada>"`, count: 2, none: null },
};

test("fills the placeholders of an email template and escapes the values", () => {
  const template = parseTemplate(
    `<a href="{{ .ConfirmationURL }}">{{.Token}}</a> {{- .Data.name -}} {{ .Data.count }}{{ .Data.none }}{{ .Data.absent }}`,
  );
  expect(template(VALUES, escapeHtml)).toBe(
    `<a href="http://a/?x=1&amp;y=2">12345678</a> &#34;&lt;Ada&gt;&#34; 2`,
  );
});

test("does not replace a placeholder inside a value of an email template", () => {
  const template = parseTemplate("{{ .Data.name }}");
  expect(template({ ...VALUES, Data: { name: "{{ .Token }}" } }, (text) => text)).toBe(
    "{{ .Token }}",
  );
});

test.each([
  "{{ .Tokn }}",
  "{{ .Data }}",
  "{{ .Token.x }}",
  "{{ if .Token }}",
  "{{ end }}",
  "{{ }}",
])("refuses an email template with %s", (source) => {
  expect(() => parseTemplate(`a ${source}`)).toThrow(source);
});
