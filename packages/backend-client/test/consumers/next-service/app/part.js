import { serviceCaller } from "@dossier/backend-client/service";

export function Part() {
  return <p>{typeof serviceCaller}</p>;
}
