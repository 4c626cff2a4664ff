/**
 * GROQ: below which addresses an earlier text of a policy stands. Below the policy's own; where that is no longer published,
 * below all that it had, since people go on looking for the text where they knew it.
 */
export const keptSlugs =
  'select(defined(policy->slug.current) => [policy->slug.current], *[_type == "policyVersion" && policy._ref == ^.policy._ref].slug)'
