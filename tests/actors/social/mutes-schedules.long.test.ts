import { testSchedules } from '#tests/support/people-schedules.ts';

testSchedules('mutes');
