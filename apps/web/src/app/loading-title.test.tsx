import { dirname } from "node:path";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

const loading = import.meta.glob<{ default: ComponentType }>("./**/loading.tsx", { eager: true });

/** On these pages, the layout contains the `h1`, not the loading state. */
const SECTIONS = /\/(account|settings)\//;

// S-2.2
test("every loading state sets aria-busy, and has a heading with text unless the layout contains the heading", () => {
  const files = Object.entries(loading);
  expect(files.length).toBeGreaterThan(20);
  for (const [file, { default: Loading }] of files) {
    const html = renderToStaticMarkup(<Loading />);
    const headings = html.match(/<h1[^>]*>.*?<\/h1>/gs) ?? [];
    const texts = headings.map((heading) => heading.replaceAll(/<[^>]+>/g, "").trim());
    expect(html, file).toContain('aria-busy="true"');
    if (SECTIONS.test(`${dirname(file)}/`)) expect(texts, file).toEqual([]);
    else expect(texts, file).toEqual([expect.stringMatching(/^[A-Z]/)]);
  }
});
