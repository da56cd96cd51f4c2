import { expect, test } from "vitest";
import { groupByDay, othersIn, viewOf } from "@/features/requests/selectors";

test("viewOf returns the sidebar view that matches the filters of the list, or undefined if no view matches", () => {
  expect(viewOf({ status: "due_this_week", assignee: undefined })).toBe("due_this_week");
  expect(viewOf({ status: null, assignee: "me" })).toBe("mine");
  expect(viewOf({ status: "overdue", assignee: "me" })).toBeUndefined();
  expect(viewOf({ status: "open", assignee: undefined })).toBeUndefined();
});

const IMAGES = "https://backend.example/storage/v1/object/public/images";
const own = { id: "ada", name: "Ada Lindt", imageUrl: null, avatarsUrl: `${IMAGES}/avatars` };

const pictureOf = (imageUrl: string) =>
  othersIn({ key: [{ id: "ben", name: "Ben Oduya", imageUrl }] }, own)[0]?.imageUrl;

test("othersIn lists every other viewer of the page once, and omits viewers without a name", () => {
  const window = (id: string, name: string) => [{ id, name, imageUrl: null }];
  const state = {
    1: window("ada", "Ada Lindt"),
    2: window("ben", "Ben Oduya"),
    3: window("ben", "Ben Oduya"),
    4: window("cleo", ""),
  };
  expect(othersIn(state, own)).toEqual([{ id: "ben", name: "Ben Oduya", imageUrl: null }]);
});

test("othersIn returns another viewer's picture only if that viewer uploaded the picture", () => {
  const picture = `${IMAGES}/avatars/ben/1.png`;
  expect(pictureOf(picture)).toBe(picture);
  expect(pictureOf(`${IMAGES}/avatars/cleo/1.png`)).toBeNull();
  expect(pictureOf(`${IMAGES}/avatars/ben/../cleo/1.png`)).toBeNull();
  expect(pictureOf(picture.replace("backend.example", "elsewhere.example"))).toBeNull();
  expect(pictureOf("1.png")).toBeNull();
});

const due = (id: string, dueOn: string) => ({ id, dueOn });

test("groupByDay returns one group per due date, in the order of the list", () => {
  const rows = [
    due("a", "2026-11-30"),
    due("b", "2026-12-01"),
    due("c", "2026-12-01"),
    due("d", "2026-12-04"),
  ];
  expect(groupByDay(rows, "2026-11-30")).toEqual([
    { title: "Today", requests: [rows[0]] },
    { title: "Tomorrow", requests: [rows[1], rows[2]] },
    { title: "Fri 4\u00a0Dec", requests: [rows[3]] },
  ]);
});

test("groupByDay returns no group if nothing is due", () => {
  expect(groupByDay([], "2026-11-30")).toEqual([]);
});
