import { expect, test } from "./test";

for (const colorScheme of ["light", "dark"] as const) {
  test(`an autofilled field is readable and has a border, in the ${colorScheme} theme`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/sign-in");
    const devtools = await context.newCDPSession(page);
    await devtools.send("DOM.enable");
    await devtools.send("CSS.enable");
    const { root } = await devtools.send("DOM.getDocument");
    const { nodeId } = await devtools.send("DOM.querySelector", {
      nodeId: root.nodeId,
      selector: "input[name=email][type=email]",
    });
    await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["autofill"] });
    const field = page.locator("input[name=email][type=email]");
    const look = await field.evaluate((element) => {
      const probe = document.body.appendChild(document.createElement("p"));
      const paint = (property: string, token: string) => {
        probe.style.setProperty(property, `var(${token})`);
        return getComputedStyle(probe).getPropertyValue(property);
      };
      const style = getComputedStyle(element);
      const isAsExpected = {
        filled: element.matches(":autofill"),
        text: style.webkitTextFillColor === paint("color", "--color-ink"),
        // An inset shadow covers the background that the browser paints behind autofilled text.
        ground:
          style.boxShadow === `${paint("color", "--color-accent-soft")} 0px 0px 0px 96px inset`,
        edge: style.borderColor === paint("color", "--color-line-strong"),
      };
      probe.remove();
      return isAsExpected;
    });
    expect(look).toEqual({ filled: true, text: true, ground: true, edge: true });
  });
}
