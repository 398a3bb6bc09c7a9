import Commands

Program.deleterules.main()
