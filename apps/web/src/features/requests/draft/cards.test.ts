import { expect, test } from "vitest";
import { cardName, cardPlaces } from "@/features/requests/draft/cards";

const places = (...sections: string[]) =>
  cardPlaces(sections.map((section) => ({ section }))).map(({ head, isFirst }) =>
    head ? `${cardName(head)} ${head.count}` : isFirst ? "first" : "",
  );

test("cardPlaces starts a card at each item whose section differs from the section of the previous item", () => {
  expect(places("Bank", "Bank ", "Tax", "Bank")).toEqual(["Bank 2", "", "Tax 1", "Bank 1"]);
});

test("a card is named “No section” only if another card has a section", () => {
  expect(places("", "")).toEqual(["first", ""]);
  expect(places("", "Tax")).toEqual(["No section 1", "Tax 1"]);
});

test("cardPlaces marks the last item of each card except the last card", () => {
  const sections = ["Bank", "Bank", "Tax", "Tax"].map((section) => ({ section }));
  expect(cardPlaces(sections).map(({ isLast }) => isLast)).toEqual([false, true, false, false]);
});
