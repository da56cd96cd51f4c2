import type { Page } from "@playwright/test";

export const firmButton = (page: Page, name: string) => page.getByLabel(`Firm: ${name}`);

export const personButton = (page: Page) => page.getByLabel(/^Account: /);

export const sections = (page: Page) => page.getByRole("navigation", { name: "Account" });
