/**
 * GROQ: every slug that an earlier version of a policy is at: the current slug of the policy and all its previous ones.
 * Links to an earlier version keep working after a move.
 */
export const policySlugs =
  'array::unique([policy->slug.current] + *[_type == "policyVersion" && policy._ref == ^.policy._ref].slug)'
