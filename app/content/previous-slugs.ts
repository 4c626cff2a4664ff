/**
 * GROQ: below which addresses an earlier text of a policy stands. Below the policy's own, and below all that it had: people go
 * on looking for the text where they knew it, whatever became of the policy.
 */
export const keptSlugs =
  'array::unique([policy->slug.current] + *[_type == "policyVersion" && policy._ref == ^.policy._ref].slug)'
