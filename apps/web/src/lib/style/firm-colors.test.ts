import { expect, test } from "vitest";
import { firmProperties } from "@/lib/style/firm-colors";
import { styleSheet } from "@/lib/style/root-properties";

test("firmProperties derives three pairs of light and dark colors from a firm's color, and styleSheet writes them into a style sheet", () => {
  const properties = firmProperties("#0D5F66");
  expect(properties).toEqual({
    "--firm": "light-dark(#0d5f66, #66adb4)",
    "--firm-fill": "light-dark(#0d5f66, #236d74)",
    "--firm-soft": "light-dark(#d8f5f8, #0b2f32)",
  });
  expect(properties && styleSheet(properties)).toBe(
    ":root{--firm:light-dark(#0d5f66, #66adb4);--firm-fill:light-dark(#0d5f66, #236d74);" +
      "--firm-soft:light-dark(#d8f5f8, #0b2f32)}",
  );
});

test("firmProperties returns null for a text that is not a six-digit color code", () => {
  const texts = ["red", "#fff", "#12345g", "", "#0d5f66;}", "#0d5f66\n", "a".repeat(7_168)];
  for (const text of texts) expect(firmProperties(text)).toBeNull();
  expect(firmProperties(null)).toBeNull();
});
