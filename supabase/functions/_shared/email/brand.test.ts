import { expect, it } from "vitest";
import { brandOfDossier, brandOfFirm } from "./brand.ts";

const FIRM = { name: "Harbour & Lane", logoPath: null, color: null };
const SUPABASE = "https://project.example";

it("brandOfFirm derives the colors of an email from the firm's color", () => {
  expect(brandOfFirm({ ...FIRM, color: "#ffd400" }, SUPABASE).colors).toMatchObject({
    fill: { light: "#8b7309" },
    text: { dark: "#ffd400" },
  });
});

it.each([null, "red", "#0d5f66;}body{display:none}"])(
  "brandOfFirm returns the colors of Dossier for a firm with the color %j",
  (color) => {
    expect(brandOfFirm({ ...FIRM, color }, SUPABASE).colors).toEqual(
      brandOfDossier("https://dossier.example").colors,
    );
  },
);

it("brandOfFirm returns the URL of the firm's logo in the public bucket, and no URL if the firm has no logo", () => {
  const { logoUrl } = brandOfFirm({ ...FIRM, logoPath: 'logos/a b/".png' }, SUPABASE);
  expect(logoUrl).toBe(
    "https://project.example/storage/v1/object/public/images/logos/a%20b/%22.png",
  );
  expect(brandOfFirm(FIRM, SUPABASE).logoUrl).toBeUndefined();
});
