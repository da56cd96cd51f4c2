import { expect, test } from "vitest";
import { invitableRoles, mayBeInvited, powersOver } from "@/features/team/permissions";
import type { Member, Role } from "@/features/team/types";

function member(userId: string, role: Role, more: Partial<Member> = {}): Member {
  return {
    userId,
    name: userId,
    email: `${userId}@a.example`,
    role,
    status: "active",
    factors: 0,
    avatarUrl: null,
    ...more,
  };
}

const olivia = member("olivia", "owner");
const adam = member("adam", "admin", { factors: 1 });
const mia = member("mia", "member", { status: "suspended" });
const team = [olivia, adam, mia];

test("powersOver allows no change to the last owner, and lets owners manage all other members", () => {
  const nothing = { roles: [], canSuspend: false, canRemove: false, isLastOwner: true };
  expect(powersOver(olivia, olivia, team)).toMatchObject(nothing);
  expect(powersOver(olivia, adam, team)).toMatchObject({
    roles: ["owner", "admin", "member"],
    canSuspend: true,
    canRestore: false,
    canRemove: true,
    canResetFactors: true,
  });
  expect(powersOver(olivia, mia, team)).toMatchObject({ canSuspend: false, canRestore: true });
});

test("powersOver treats an owner as the last owner if all other owners are suspended", () => {
  const suspended = member("second", "owner", { status: "suspended" });
  expect(powersOver(olivia, olivia, [olivia, suspended]).isLastOwner).toBe(true);
  expect(powersOver(olivia, olivia, [olivia, member("second", "owner")]).isLastOwner).toBe(false);
});

test("admins can neither change nor add owners", () => {
  expect(powersOver(adam, olivia, team)).toMatchObject({
    roles: [],
    canSuspend: false,
    canRemove: false,
    canResetFactors: false,
  });
  expect(powersOver(adam, mia, team).roles).toEqual(["admin", "member"]);
  expect(invitableRoles("admin")).toEqual(["admin", "member"]);
  expect(invitableRoles("owner")).toContain("owner");
});

test("an admin can leave the firm, but cannot suspend themselves", () => {
  expect(powersOver(adam, adam, team)).toMatchObject({
    isSelf: true,
    canSuspend: false,
    canRemove: true,
  });
});

test("mayBeInvited accepts only an email address that matches the masked address of the invitation", () => {
  expect(mayBeInvited("Leo@harbour.example", "l•••@h…")).toBe(true);
  expect(mayBeInvited("mia@harbour.example", "l•••@h…")).toBe(false);
  expect(mayBeInvited("no address", "l•••@h…")).toBe(false);
});
