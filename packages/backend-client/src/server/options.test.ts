import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.js";

describe("parseOptions", () => {
  it("fills in defaults", () => {
    expect(parseOptions({})).toMatchObject({ basePath: "/auth", signInPath: "/sign-in" });
  });

  it("lets the front page be the sign-in page", () => {
    expect(parseOptions({ signInPath: "/" }).signInPath).toBe("/");
  });

  it.each([
    [{ basePath: "/" }, "basePath"],
    [{ basePath: "/auth/" }, "basePath"],
    [{ basePath: "auth" }, "basePath"],
    [{ signInPath: "//evil.test" }, "signInPath"],
    [{ signInPath: "/\\evil.test" }, "signInPath"],
    [{ signInPath: "https://evil.test/" }, "signInPath"],
    [{ origin: "app.test" }, "origin"],
    [{ origin: "https://app.test/" }, "origin"],
  ])("refuses %j and names the option", (options, name) => {
    expect(() => parseOptions(options)).toThrow(`createSessionServer: ${name} must`);
  });
});
