import { Part } from "./part.js";

export default function Page() {
  return <Part />;
}
