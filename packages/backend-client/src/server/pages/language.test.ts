import { expect, it } from "vitest";
import { chooseLanguage } from "./language.js";

const texts = {
  de: { "confirm.button": "Weiter" },
  "pt-BR": { "confirm.button": "Continuar" },
} as const;

function languageOf(accepted: string | null, language?: (request: Request) => string | null) {
  const headers = accepted === null ? {} : { "accept-language": accepted };
  return chooseLanguage(new Request("http://app.test", { headers }), { language, texts }).lang;
}

it.each([
  [null, "en"],
  ["", "en"],
  ["*", "en"],
  ["fr", "en"],
  ["de", "de"],
  ["DE-at", "de"],
  ["de-CH-1996", "de"],
  ["pt", "en"],
  ["pt-br", "pt-BR"],
  ["fr, de;q=0.5, en;q=0.1", "de"],
  ["en-GB, de;q=0.9", "en"],
  ["de;q=0.2, pt-BR;q=0.8", "pt-BR"],
  ["de;q=0, en", "en"],
  ["de;q=x, pt-BR", "pt-BR"],
  [`${"x,".repeat(2000)}de`, "en"],
])("Accept-Language %j selects the language %s", (accepted, expected) => {
  expect(languageOf(accepted)).toBe(expected);
});

it.each([
  ["de", "de"],
  ["de-CH", "de"],
  ["en", "en"],
  ["fr", "en"],
  ["", "en"],
  ["../de", "en"],
  [null, "en"],
])(
  "the app's choice %j selects the language %s, even if the browser accepts another language",
  (tag, expected) => {
    expect(languageOf("pt-BR", () => tag)).toBe(expected);
  },
);

it("a missing text falls back to the English text, which the app may replace", () => {
  const request = new Request("http://app.test", { headers: { "accept-language": "de" } });
  const tables = { en: { "confirm.body": "Press it.", "confirm.button": "Go" }, ...texts };
  expect(chooseLanguage(request, { language: undefined, texts: tables })).toEqual({
    lang: "de",
    texts: { "confirm.body": "Press it.", "confirm.button": "Weiter" },
  });
});
