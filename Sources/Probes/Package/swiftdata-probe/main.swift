// SwiftData behind the protocol of 'deleterules-lab conform': a line in, lines out.

import Probe

Program<SwiftDataStage>().run()
