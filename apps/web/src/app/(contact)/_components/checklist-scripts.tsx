import { scriptsBeyond } from "@/lib/http/page-scripts.server";

const CHECKLIST = "/(contact)/r/[publicId]/items/(list)/page";
const SIGN_IN = "/(contact)/r/[publicId]/page";

export function ChecklistScripts() {
  return scriptsBeyond(CHECKLIST, SIGN_IN).map((script) => (
    <link key={script} rel="prefetch" href={script} as="script" />
  ));
}
