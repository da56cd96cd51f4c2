/** A firm as its member sees it in a list. */
export type MyOrg = {
  id: string;
  name: string;
  slug: string;
  role: "owner" | "admin" | "member";
};

/** A firm as its staff's pages need it. */
export type Org = MyOrg & { timeZone: string };
