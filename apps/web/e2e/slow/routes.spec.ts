import { expectNoServerError, FORGED, fieldsToForge } from "../routes/forms";
import { expectNotFound, expectOutcome } from "../routes/outcomes";
import { missingAddresses, ROLES, ROLES_OF_MISSING, ROUTES } from "../routes/table";
import { expect, test } from "../test";

for (const role of ROLES) {
  // S-2.1, S-2.10, S-2.14, S-2.21, S-2.46
  test(`${role}: every route shows, hides or redirects as its row in the table of routes specifies`, async ({
    cast,
  }) => {
    const [demo, person] = [await cast.demo(), await cast.person(role)];
    for (const route of ROUTES) {
      await test.step(route.file, () =>
        expectOutcome(person, route.path(demo), route.gets[role], demo),
      );
    }
    const problems = person.problems.splice(0);
    expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
  });
}

for (const role of ROLES_OF_MISSING) {
  // S-2.4, S-2.5, S-8.16
  test(`${role}: every missing record shows the same not-found page as an unknown URL`, async ({
    cast,
  }) => {
    const [demo, person] = [await cast.demo(), await cast.person(role)];
    for (const address of missingAddresses(demo)) await expectNotFound(person, address);
    person.problems.splice(0);
  });
}

// S-2.4
test("submitting a settings form with any one of its hidden fields forged returns the page (200), not a server error", async ({
  cast,
}) => {
  const owner = await cast.person("owner");
  for (const place of await fieldsToForge(owner)) {
    for (const forged of FORGED) await expectNoServerError(owner, place, forged);
  }
});
