/** GROQ: the current slug of a policy and all its previous ones. Links to an earlier version keep working after a move. */
export const policySlugs =
  'array::unique([policy->slug.current] + *[_type == "policyVersion" && policy._ref == ^.policy._ref].slug)'
