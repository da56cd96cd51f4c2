import { FormSearchSelect } from "@/components/forms/form-search-select";
import { Monogram } from "@/components/ui/monogram";
import { assigneeName, page } from "@/features/requests/strings";
import type { Assignee } from "@/features/requests/types";

export function AssigneeField({
  assignees,
  defaultValue,
}: {
  assignees: readonly Assignee[];
  defaultValue: string;
}) {
  return (
    <FormSearchSelect
      name="assignee_id"
      label={page.assignee}
      placeholder={page.noOne}
      search={page.searchMember}
      empty={page.noMember}
      defaultValue={defaultValue}
      options={assignees.map((assignee) => ({
        value: assignee.userId,
        label: assigneeName(assignee),
      }))}
      pictureOf={(value) => {
        const assignee = assignees.find(({ userId }) => userId === value);
        return assignee ? (
          <Monogram
            id={assignee.userId}
            name={assigneeName(assignee)}
            shape="person"
            size={22}
            imageUrl={assignee.imageUrl}
          />
        ) : null;
      }}
    />
  );
}
