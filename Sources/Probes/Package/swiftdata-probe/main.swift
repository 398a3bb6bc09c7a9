// SwiftData behind the protocol of 'deleterules conform': a line in, lines out.

import Probe

Program<SwiftDataStage>().run()
