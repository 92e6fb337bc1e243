import { mappingReasons } from './mapping-reasons.ts';
import { defineReasons } from './reason.ts';
import { ruleReasons } from './rule-reasons.ts';

/** Every reason this folder gives: the rules of eligibility first, then what a mapped value can lack. */
export const placementReason = defineReasons({ ...ruleReasons, ...mappingReasons });
