import { Banner } from "@/components/ui/banner";
import type { EmailBudget } from "@/features/email-budget/loaders";
import { strings } from "@/features/email-budget/strings";

/** Renders nothing if no emails wait. */
export function BudgetBanner({
  budget,
  of = "requests",
}: {
  budget: EmailBudget;
  of?: "requests" | "invitations";
}) {
  const [limit, waiting] =
    of === "requests"
      ? [budget.first_emails, budget.requests_waiting]
      : [budget.invitations, budget.invitations_waiting];
  if (waiting === 0) return null;
  return (
    <div className="mb-4">
      <Banner>{strings[of](limit, waiting)}</Banner>
    </div>
  );
}
