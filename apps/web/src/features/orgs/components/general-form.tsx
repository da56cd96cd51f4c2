import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormSearchSelect } from "@/components/forms/form-search-select";
import { FormTextField } from "@/components/forms/form-text-field";
import { saveGeneral } from "@/features/orgs/actions";
import { SaveRow } from "@/features/orgs/components/save-row";
import { POSTAL_ADDRESS_MAX_LENGTH } from "@/features/orgs/schema";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";
import { currentZoneName, type ZoneChoice } from "@/lib/format/time-zones";
import { tidyName } from "@/lib/forms/names";

const texts = strings.general;

export function GeneralForm({
  org,
  zones,
  address,
}: {
  org: OrgSettings;
  zones: readonly ZoneChoice[];
  address: string;
}) {
  const zone = currentZoneName(org.timeZone);
  const isListed = zones.some(({ value }) => value === zone);
  return (
    <FormDrafts>
      <Form action={saveGeneral} id="general" label={texts.profile}>
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <FormTextField
          name="name"
          label={texts.name}
          defaultValue={tidyName(org.name, true)}
          autoComplete="organization"
          maxLength={80}
          required
        />
        <FormTextField
          name="slug"
          label={texts.slug}
          hint={texts.slugHint}
          start={address}
          defaultValue={org.slug}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <FormTextField
          name="reply_email"
          type="email"
          inputMode="email"
          label={texts.replyEmail}
          hint={texts.replyEmailHint}
          defaultValue={org.replyEmail}
          autoComplete="off"
          maxLength={254}
          required
        />
        <FormTextField
          name="postal_address"
          label={texts.postalAddress}
          hint={texts.postalAddressHint}
          defaultValue={org.postalAddress ?? ""}
          autoComplete="off"
          maxLength={POSTAL_ADDRESS_MAX_LENGTH}
          optional
        />
        <FormSearchSelect
          name="time_zone"
          label={texts.timeZone}
          hint={texts.timeZoneHint}
          defaultValue={zone}
          options={isListed ? zones : [{ value: zone, label: zone }, ...zones]}
          search={strings.create.searchZone}
          empty={strings.create.noZone}
        />
        <SaveRow />
      </Form>
    </FormDrafts>
  );
}
