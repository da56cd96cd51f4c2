import { expect, test } from "vitest";
import { firmProperties, firmStyleSheet } from "@/lib/firm-colors";

// V2
test("writes the six values of a firm's color into a style sheet", () => {
  const properties = firmProperties("#0D5F66");
  expect(properties).toEqual({
    "--firm": "light-dark(#0d5f66, #66adb4)",
    "--firm-fill": "light-dark(#0d5f66, #236d74)",
    "--firm-soft": "light-dark(#d8f5f8, #0b2f32)",
  });
  expect(properties && firmStyleSheet(properties)).toBe(
    ":root{--firm:light-dark(#0d5f66, #66adb4);--firm-fill:light-dark(#0d5f66, #236d74);" +
      "--firm-soft:light-dark(#d8f5f8, #0b2f32)}",
  );
});

test("writes nothing for a text that is not a color", () => {
  const texts = ["red", "#fff", "#12345g", "", "#0d5f66;}", "#0d5f66\n", "a".repeat(7_168)];
  for (const text of texts) expect(firmProperties(text)).toBeNull();
  expect(firmProperties(null)).toBeNull();
});
