import { Upload } from "./upload.js";

export default function Page() {
  return <Upload />;
}
